// Written by npm run icons from lucide-react@1.75.0; its license is beside it.
export const TextSearch = 'M21 5H3M10 12H3M10 19H3M14 15a3 3 0 1 0 6 0a3 3 0 1 0 -6 0zM21 19l-1.9-1.9'
