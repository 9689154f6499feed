import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Face } from '../../ui/Face.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'

type TopUser = { id: string; name: string; email: string; count: number; text: string }

/** The users with the highest numbers, each with a bar relative to the highest. */
export function TopUsers({ title, users, empty }: { title: string; users: readonly TopUser[]; empty: ReactNode }) {
  const most = Math.max(1, ...users.map(({ count }) => count))
  return (
    <div className="grid content-start gap-3">
      <h3 className="text-sm font-medium text-text-2">{title}</h3>
      {users.length === 0 ? (
        <p className="text-text-2">{empty}</p>
      ) : (
        <ol className="grid gap-3" aria-label={title}>
          {users.map(({ id, name, email, count, text }) => (
            <li key={id} className="flex items-center gap-3">
              <Face name={name} />
              <div className="grid min-w-0 flex-1 gap-1">
                <div className="flex items-baseline justify-between gap-3">
                  <Link
                    to="/admin/users/$id"
                    params={{ id }}
                    className="min-w-0 font-medium text-text no-underline wrap-anywhere hover:underline"
                    title={email}
                  >
                    {name}
                  </Link>
                  <span className="text-sm whitespace-nowrap text-text-2 tabular-nums">{text}</span>
                </div>
                <ProgressBar label={name} value={count} max={most} valueText={text} />
              </div>
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}
