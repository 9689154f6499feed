import './header.css'
import { Loading, Skeleton } from '../ui/Loading.tsx'
import { Logo } from '../ui/Logo.tsx'

/** The outline of every signed-in screen, while it is not yet known who is signed in. */
export function ShellSkeleton() {
  return (
    <>
      <header className="header">
        <Logo />
      </header>
      <main className="mx-auto w-full max-w-[calc(var(--w-page)+2rem)] px-4 pt-6 sm:pt-8">
        <Loading>
          <div className="grid gap-6">
            <div className="grid gap-2">
              <Skeleton width="10rem" height="1.5rem" />
              <Skeleton width="16rem" />
            </div>
            <Skeleton height="3.25rem" radius="var(--r-lg)" />
          </div>
        </Loading>
      </main>
    </>
  )
}
