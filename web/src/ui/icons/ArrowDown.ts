// Written by npm run icons from lucide-react@1.75.0; its license is beside it.
export const ArrowDown = 'M12 5v14M19 12l-7 7-7-7'
