import type { RenderJob } from '@gridloom/contract/rendering/job'
import { Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTab } from '../../../ui/components/use-tab.ts'
import { useTabInView } from '../../../ui/components/use-tab-in-view.ts'
import { ChecksPanel } from './checks-panel.tsx'
import type { FrameStore, FramesView } from './frames/frame-store.ts'
import { FramesPanel } from './frames/frames-panel.tsx'
import { MachinesPanel } from './machines/machines-panel.tsx'
import { ReceiptPanel } from './money/receipt-panel.tsx'
import styles from './process.module.css'

const tabs = [
  { value: 'frames', word: 'Frames' },
  { value: 'machines', word: 'Machines' },
  { value: 'receipt', word: 'Receipt' },
  { value: 'checks', word: 'Checks' },
] as const
type Tab = (typeof tabs)[number]['value']

export interface WatchedJob {
  job: RenderJob
  view: FramesView
  store: FrameStore
  /** Reloads all frames. */
  retry: () => void
}

/** Tabs for the job's frames, machines, receipt and checks. The open one is in the URL. */
export function ProcessTabs(watched: WatchedJob) {
  const { tab, setTab } = useTab(tabs)
  const list = useTabInView<HTMLDivElement>(tab)
  return (
    <Tabs value={tab} onChange={(value) => setTab(value)} keepMounted={false}>
      <Tabs.List ref={list} className={styles.list}>
        {tabs.map(({ value, word }) => (
          <Tabs.Tab key={value} value={value}>
            {word}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ value }) => (
        <Tabs.Panel key={value} value={value} className={styles.panel}>
          {panelOf(value, watched)}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

function panelOf(tab: Tab, { job, view, store, retry }: WatchedJob): ReactNode {
  switch (tab) {
    case 'frames':
      return <FramesPanel job={job} view={view} store={store} retry={retry} />
    case 'machines':
      return <MachinesPanel job={job} />
    case 'receipt':
      return <ReceiptPanel job={job} />
    case 'checks':
      return <ChecksPanel job={job} />
  }
}
