import { ApiError } from '@gridloom/client/api-error'
import type { CompanyOverview } from '@gridloom/contract/companies/company'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { ConfirmDialog } from '../../../ui/components/confirm-dialog.tsx'
import { describeError } from '../../../ui/format/error-texts.ts'
import { formatMoney } from '../../../ui/format/money.ts'
import { plural } from '../../../ui/format/numbers.ts'
import { useCloseCompany } from '../api/close-company.ts'

/** Closes a company permanently, after a dialog that lists what ends and what is transferred. */
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
        This can’t be undone. {plural(members.length, 'member')} will lose access, and pending
        invitations are withdrawn. The remaining balance,{' '}
        <strong>{formatMoney(balance.available_micro_usd)}</strong>, is transferred to you.
        {balance.earned_micro_usd > 0 &&
          ` So are its earnings, ${formatMoney(balance.earned_micro_usd)}, to your balance: they can’t be paid out from there, so request a payout first.`}{' '}
        Its chats, scenes and renders are deleted; download what you want to keep. Destroy its
        instances, remove its machines and revoke its API keys first.
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
