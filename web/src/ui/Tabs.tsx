import './tabs.css'
import { type ReactNode, useEffect, useRef } from 'react'
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from 'react-aria-components/Tabs'

type TabsProps<Id extends string> = {
  label: string
  items: readonly { id: Id; label: ReactNode; content: ReactNode; isDisabled?: boolean }[]
  /** The open one, when the parent (or the URL) holds it. */
  selected?: Id
  onSelect?: (id: Id) => void
  /** As high as there is room for in a sheet: the open view scrolls, the tabs stay. */
  fills?: boolean
}

/** Views of one thing, of which one is open. Arrow keys move between them. */
export function Tabs<Id extends string>({ label, items, selected, onSelect, fills }: TabsProps<Id>) {
  const list = useRef<HTMLDivElement>(null)
  // On narrow screens the open tab is scrolled into view: the address may name the last one.
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>('[aria-selected=true]')
    if (tab) list.current?.scrollTo({ left: tab.offsetLeft - (list.current.clientWidth - tab.offsetWidth) / 2 })
  }, [selected])
  return (
    <AriaTabs
      className="ui-tabs"
      data-fills={fills}
      {...(selected !== undefined && { selectedKey: selected })}
      onSelectionChange={(key) => {
        const item = items.find(({ id }) => id === key)
        if (item) onSelect?.(item.id)
      }}
    >
      <TabList ref={list} className="ui-tab-list" aria-label={label}>
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
