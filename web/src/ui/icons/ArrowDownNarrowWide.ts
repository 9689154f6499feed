// Written by npm run icons from lucide-react@1.75.0; its license is beside it.
export const ArrowDownNarrowWide = 'M3 16l4 4 4-4M7 20V4M11 4h4M11 8h7M11 12h10'
