import { sql } from 'kysely'
import { defineCheck } from '../../platform/health/health-check.ts'
import { judgeStreams, type StreamFigures } from './judge-streams.ts'

/** Whether the streams keep up. */
export const streamsCheck = defineCheck({
  name: 'streams',
  title: 'Streams of the audit log',
  question: () => sql<StreamFigures>`
    select (select count(*) from stream_progress) as streams,
      (select coalesce(jsonb_agg(jsonb_build_object('name', name, 'seconds', extract(epoch from now() - greatest(linked_at, since)), 'error', last_error)
          order by name), '[]')
        from stream_progress join audit_chain on sequence = sent_sequence + 1) as late`,
  judge: ({ row }) => judgeStreams(row),
})
