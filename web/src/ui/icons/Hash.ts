// Written by npm run icons from lucide-react@1.75.0; its license is beside it.
export const Hash = 'M4 9L20 9M4 15L20 15M10 3L8 21M16 3L14 21'
