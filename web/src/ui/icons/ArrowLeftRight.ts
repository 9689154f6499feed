// Written by npm run icons from lucide-react@1.75.0; its license is beside it.
export const ArrowLeftRight = 'M8 3 4 7l4 4M4 7h16M16 21l4-4-4-4M20 17H4'
