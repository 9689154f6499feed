// Written by npm run icons from lucide-react@1.75.0; its license is beside it.
export const Grid2x2 = 'M12 3v18M3 12h18M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2z'
