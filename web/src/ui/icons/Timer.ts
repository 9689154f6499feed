// Written by npm run icons from lucide-react@1.75.0; its license is beside it.
export const Timer = 'M10 2L14 2M12 14L15 11M4 14a8 8 0 1 0 16 0a8 8 0 1 0 -16 0z'
