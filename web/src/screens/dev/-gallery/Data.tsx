import { Ellipsis } from '../../../ui/icons/Ellipsis.ts'
import { KeyRound } from '../../../ui/icons/KeyRound.ts'
import { Plus } from '../../../ui/icons/Plus.ts'
import { SearchX } from '../../../ui/icons/SearchX.ts'
import { useState } from 'react'
import { useTypedText } from '../../../lib/use-typed-text.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { BlastRadius } from '../../../ui/BlastRadius.tsx'
import { BulkBar } from '../../../ui/BulkBar.tsx'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { EmptyState, ErrorState } from '../../../ui/EmptyState.tsx'
import { FilterBar } from '../../../ui/FilterBar.tsx'
import { LongList } from '../../../ui/LongList.tsx'
import { Card, Panel } from '../../../ui/Panel.tsx'
import { Pagination } from '../../../ui/Pagination.tsx'
import { SearchField } from '../../../ui/SearchField.tsx'
import { type Column, type Sort, Table } from '../../../ui/Table.tsx'
import { Tabs } from '../../../ui/Tabs.tsx'
import { At } from '../../../ui/At.tsx'

type Row = { event: string; status: 'Active' | 'Missing template'; when: string }
type Key = 'event' | 'status' | 'when' | 'actions'

const rows: Row[] = [
  { event: 'key.shared', status: 'Active', when: '10:02' },
  { event: 'user.created', status: 'Missing template', when: '09:31' },
  { event: 'key.deleted', status: 'Active', when: '08:15' },
]

const columns: Column<Row, Key>[] = [
  { key: 'event', header: 'Event', sortable: true, card: 'title', cell: (row) => <code>{row.event}</code> },
  {
    key: 'status',
    header: 'Status',
    sortable: true,
    cell: (row) => <Badge tone={row.status === 'Active' ? 'success' : 'warning'}>{row.status}</Badge>,
  },
  { key: 'when', header: 'When', align: 'end', cell: (row) => <time className="text-text-2">{row.when}</time> },
  {
    key: 'actions',
    header: 'Actions',
    align: 'end',
    card: 'action',
    cell: (row) => <IconButton size="sm" icon={Ellipsis} label={`Actions for ${row.event}`} />,
  },
]

const longList = Array.from({ length: 1000 }, (_, index) => `Entry ${index + 1}`)

export function Data() {
  const [sort, setSort] = useState<Sort<Key>>({ by: 'event', direction: 'asc' })
  const [page, setPage] = useState(4)
  const [kept, keep] = useState('')
  const [typed, type] = useTypedText(kept, keep)
  const [selected, setSelected] = useState(1)
  const sorted = rows.toSorted((a, b) => a.event.localeCompare(b.event) * (sort.direction === 'asc' ? 1 : -1))
  return (
    <>
      <Panel
        title="Table"
        padding="none"
        actions={<Button size="sm">Export</Button>}
        footer={<Pagination page={page} pages={12} total={236} onPage={setPage} />}
      >
        <FilterBar onClear={kept === '' ? undefined : () => keep('')}>
          <SearchField label="Search events" placeholder="Part of a name" value={typed} onChange={type} />
        </FilterBar>
        <BulkBar selected={selected} onClear={() => setSelected(0)}>
          <Button size="sm">Export</Button>
        </BulkBar>
        <Table
          label="Events"
          columns={columns}
          rows={sorted}
          rowKey={(row) => row.event}
          isSelected={(row) => row.event === 'user.created'}
          sort={sort}
          onSort={setSort}
        />
      </Panel>
      <Panel title="Blast radius">
        <p>
          What an act would touch, as counted on <At time="2026-11-20T09:12:00Z" />:
        </p>
        <BlastRadius
          label="What this touches"
          facts={[
            { count: 14, label: 'keys' },
            { count: 6, label: 'people lose access' },
            { count: 0, label: 'never named' },
          ]}
        />
      </Panel>
      <Panel title="Long list">
        <LongList ids={longList} label="A thousand entries" isFramed>
          {(index) => longList[index]}
        </LongList>
      </Panel>
      <Panel title="Tabs">
        <Tabs
          label="Profile"
          items={[
            { id: 'overview', label: 'Overview', content: 'What the first tab shows.' },
            { id: 'settings', label: 'Settings', content: 'What the second tab shows.' },
            { id: 'security', label: 'Security', content: 'What the third tab shows.' },
            { id: 'danger', label: 'Danger Zone', content: 'Never shown', isDisabled: true },
          ]}
        />
      </Panel>
    </>
  )
}

export function States() {
  const [retrying, setRetrying] = useState(false)
  return (
    <div className="grid gap-4 md:grid-cols-3">
      <Card>
        <EmptyState
          icon={KeyRound}
          title="No 2FA keys"
          action={
            <Button variant="primary" icon={Plus}>
              Add 2FA Key
            </Button>
          }
        >
          Get started by adding your first 2FA key.
        </EmptyState>
      </Card>
      <Card>
        <EmptyState icon={SearchX} title="No users found" action={<Button>Clear Filters</Button>}>
          Try adjusting your search filters.
        </EmptyState>
      </Card>
      <Card>
        <ErrorState title="Failed to load analytics" onRetry={() => setRetrying(true)} retrying={retrying}>
          There was an error loading the analytics data.
        </ErrorState>
      </Card>
    </div>
  )
}
