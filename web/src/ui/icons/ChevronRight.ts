// Written by npm run icons from lucide-react@1.75.0; its license is beside it.
export const ChevronRight = 'M9 18l6-6-6-6'
