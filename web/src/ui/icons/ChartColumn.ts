// Written by npm run icons from lucide-react@1.75.0; its license is beside it.
export const ChartColumn = 'M3 3v16a2 2 0 0 0 2 2h16M18 17V9M13 17V5M8 17v-3'
