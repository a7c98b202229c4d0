import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus, IconTicket } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'
import { AsCode } from '../../../ui/components/as-code.tsx'
import { Modal } from '../../../ui/components/dialog.tsx'
import { Loaded } from '../../../ui/components/loaded.tsx'
import { Page } from '../../../ui/components/page.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { EmptyState } from '../../../ui/components/states.tsx'
import { useMakeAccessCode } from '../api/make-access-code.ts'
import { accessCodesQuery } from '../api/operator-queries.ts'
import { accessCodesCode } from '../operator-code.ts'
import { CodeForm } from './code-form.tsx'
import { CodeTable } from './code-table.tsx'
import { MadeCode } from './made-code.tsx'

/** `/operator/access-codes`: the access codes of the beta. */
export function AccessCodesPage() {
  const codes = useQuery(accessCodesQuery(useClient()))
  const [opened, { open, close }] = useDisclosure(false)
  const start = (
    <Button variant="filled" leftSection={<IconPlus size={16} />} onClick={open}>
      New access code
    </Button>
  )
  return (
    <Page
      title="Access codes"
      lead="Codes that give access to the beta. A link with the code fills it in."
      actions={
        <>
          <AsCode actions={accessCodesCode} />
          {!codes.isPending && codes.data?.length !== 0 && start}
        </>
      }
    >
      <Section title="Access codes" inset="flush">
        <Loaded query={codes} what="the access codes" rows={4}>
          {(list) =>
            list.length === 0 ? (
              <EmptyState
                icon={<IconTicket size={20} stroke={1.6} />}
                title="No access code yet"
                action={start}
              >
                Without a code, new accounts can browse offers but can’t rent or host.
              </EmptyState>
            ) : (
              <CodeTable codes={list} />
            )
          }
        </Loaded>
      </Section>
      <NewCodeDialog opened={opened} close={close} />
    </Page>
  )
}

/** Creates a code, then shows it once: while it is shown, a click outside does not close the dialog. */
function NewCodeDialog({ opened, close }: { opened: boolean; close: () => void }) {
  const make = useMakeAccessCode()
  function leave(): void {
    close()
    make.reset()
  }
  return (
    <Modal
      opened={opened}
      onClose={leave}
      title={make.data ? 'Your new access code' : 'New access code'}
      size="md"
      closeOnClickOutside={make.data === undefined}
    >
      {make.data ? (
        <MadeCode made={make.data} done={leave} />
      ) : (
        <CodeForm make={make} cancel={leave} />
      )}
    </Modal>
  )
}
