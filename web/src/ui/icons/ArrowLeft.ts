// Written by npm run icons from lucide-react@1.75.0; its license is beside it.
export const ArrowLeft = 'M12 19l-7-7 7-7M19 12H5'
