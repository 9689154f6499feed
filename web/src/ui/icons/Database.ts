// Written by npm run icons from lucide-react@1.75.0; its license is beside it.
export const Database = 'M3 5a9 3 0 1 0 18 0a9 3 0 1 0 -18 0zM3 5V19A9 3 0 0 0 21 19V5M3 12A9 3 0 0 0 21 12'
