// Written by npm run icons from lucide-react@1.75.0; its license is beside it.
export const X = 'M18 6 6 18M6 6l12 12'
