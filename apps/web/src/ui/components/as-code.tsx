import type { EndpointFacts } from '@gridloom/contract/core/endpoint-facts'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCode } from '@tabler/icons-react'
import { Suspense } from 'react'
import type { CodeInput } from '../format/curl-line.ts'
import { lazyPart } from '../lazy-part.tsx'
import { Drawer } from './dialog.tsx'
import { SkeletonBlock } from './skeletons.tsx'

const CodeList = lazyPart(async () => (await import('./code-list.tsx')).CodeList)

/** One action of a screen with its code. */
export interface CodeAction {
  /** The verb with its object: "List the machine". */
  name: string
  endpoint: EndpointFacts
  input?: CodeInput
  /** The CLI command: `gridloom ps`; omitted if the CLI does not support the action. */
  cli?: string
}

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
