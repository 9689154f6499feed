import { createFileRoute, lazyRouteComponent, notFound } from '@tanstack/react-router'

// The gallery of widgets is for development: the production build drops the import, and the address is unknown there.
export const Route = createFileRoute('/dev/ui')({
  codeSplitGroupings: [],
  beforeLoad: () => {
    if (!import.meta.env.DEV) throw notFound()
  },
  ...(import.meta.env.DEV && { component: lazyRouteComponent(() => import('./-gallery/Gallery.tsx'), 'Gallery') }),
})
