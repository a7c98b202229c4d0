import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCode } from '@tabler/icons-react'
import { Suspense } from 'react'
import { lazyPart } from '../lazy-part.tsx'
import type { CodeAction } from './code-list.tsx'
import { Drawer } from './dialog.tsx'
import { SkeletonBlock } from './skeletons.tsx'

export type { CodeAction } from './code-list.tsx'

const CodeList = lazyPart(async () => (await import('./code-list.tsx')).CodeList)

/** The "API / CLI" button and its drawer: the screen's actions as API calls and CLI commands. */
export function AsCode({ actions }: { actions: readonly CodeAction[] }) {
  const [opened, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button variant="subtle" color="gray" leftSection={<IconCode size={16} />} onClick={open}>
        API / CLI
      </Button>
      <Drawer opened={opened} onClose={close} title="API / CLI" size="lg">
        <Suspense fallback={<SkeletonBlock height={180} label="Loading the code" />}>
          <CodeList actions={actions} />
        </Suspense>
      </Drawer>
    </>
  )
}
