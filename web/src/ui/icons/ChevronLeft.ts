// Written by npm run icons from lucide-react@1.75.0; its license is beside it.
export const ChevronLeft = 'M15 18l-6-6 6-6'
