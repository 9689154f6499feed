// Written by npm run icons from lucide-react@1.75.0; its license is beside it.
export const SlidersHorizontal = 'M10 5H3M12 19H3M14 3v4M16 17v4M21 12h-9M21 19h-5M21 5h-7M8 10v4M8 12H3'
