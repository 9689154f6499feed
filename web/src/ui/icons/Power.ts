// Written by npm run icons from lucide-react@1.75.0; its license is beside it.
export const Power = 'M12 2v10M18.4 6.6a9 9 0 1 1-12.77.04'
