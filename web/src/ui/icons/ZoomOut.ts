// Written by npm run icons from lucide-react@1.75.0; its license is beside it.
export const ZoomOut = 'M3 11a8 8 0 1 0 16 0a8 8 0 1 0 -16 0zM21 21L16.65 16.65M8 11L14 11'
