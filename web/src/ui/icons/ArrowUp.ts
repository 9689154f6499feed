// Written by npm run icons from lucide-react@1.75.0; its license is beside it.
export const ArrowUp = 'M5 12l7-7 7 7M12 19V5'
