// Written by npm run icons from lucide-react@1.75.0; its license is beside it.
export const ChevronDown = 'M6 9l6 6 6-6'
