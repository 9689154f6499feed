// Written by npm run icons from lucide-react@1.75.0; its license is beside it.
export const ArrowRightLeft = 'M16 3l4 4-4 4M20 7H4M8 21l-4-4 4-4M4 17h16'
