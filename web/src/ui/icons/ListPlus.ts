// Written by npm run icons from lucide-react@1.75.0; its license is beside it.
export const ListPlus = 'M16 5H3M11 12H3M16 19H3M18 9v6M21 12h-6'
