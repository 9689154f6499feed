import './tabs.css'
import type { ReactNode } from 'react'
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from 'react-aria-components/Tabs'

type TabsProps<Id extends string> = {
  label: string
  items: readonly { id: Id; label: ReactNode; content: ReactNode; isDisabled?: boolean }[]
  /** The open one, when the parent (or the URL) holds it. */
  selected?: Id
  onSelect?: (id: Id) => void
}

/** Views of one thing, of which one is open. Arrow keys move between them. */
export function Tabs<Id extends string>({ label, items, selected, onSelect }: TabsProps<Id>) {
  return (
    <AriaTabs
      className="ui-tabs"
      {...(selected !== undefined && { selectedKey: selected })}
      onSelectionChange={(key) => {
        const item = items.find(({ id }) => id === key)
        if (item) onSelect?.(item.id)
      }}
    >
      <TabList className="ui-tab-list" aria-label={label}>
        {items.map((item) => (
          <Tab key={item.id} id={item.id} className="ui-tab" isDisabled={item.isDisabled ?? false}>
            {item.label}
          </Tab>
        ))}
      </TabList>
      {items.map((item) => (
        <TabPanel key={item.id} id={item.id} className="ui-tab-panel">
          {item.content}
        </TabPanel>
      ))}
    </AriaTabs>
  )
}
