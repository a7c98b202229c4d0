import { ApiError } from '@gridloom/client/api-error'
import type { CompanyOverview } from '@gridloom/contract/companies/company'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { ConfirmDialog } from '../../../ui/components/confirm-dialog.tsx'
import { describeError } from '../../../ui/format/error-texts.ts'
import { formatMoney } from '../../../ui/format/money.ts'
import { plural } from '../../../ui/format/numbers.ts'
import { useCloseCompany } from '../api/close-company.ts'

/** Closes a company for good, after saying what ends and what is handed over. */
export function CloseCompany({ company }: { company: CompanyOverview }) {
  const shut = useCloseCompany()
  const [opened, { open, close }] = useDisclosure(false)
  const { name, balance, member_list: members } = company
  function leave(): void {
    close()
    shut.reset()
  }
  return (
    <>
      <Button color="red" variant="light" onClick={open}>
        Close company
      </Button>
      <ConfirmDialog
        opened={opened}
        title={`Close ${name}?`}
        confirmWord="Close company"
        busy={shut.isPending}
        problem={problemOf(shut.error)}
        onConfirm={() => shut.mutate(company)}
        onClose={leave}
      >
        Nothing opens it again. {plural(members.length, 'member')} can no longer work for it, and
        its invitations end. What is left of its balance,{' '}
        <strong>{formatMoney(balance.available_micro_usd)}</strong>, comes to you. Its chats, scenes
        and renders are deleted; download what you want to keep. Instances, machines and API keys of
        it must have ended before.
      </ConfirmDialog>
    </>
  )
}

function problemOf(error: Error | null): string | undefined {
  if (error === null) return undefined
  const { text } = describeError(error)
  const isInUse = error instanceof ApiError && error.code === 'account_in_use'
  return isInUse ? text.replace('The account', 'The company') : text
}
