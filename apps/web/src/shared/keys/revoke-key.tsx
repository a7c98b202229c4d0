import type { ApiKey } from '@gridloom/contract/keys/api-key'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { UseMutationResult } from '@tanstack/react-query'
import { ConfirmDialog } from '../../ui/components/confirm-dialog.tsx'
import { TimeAgo } from '../../ui/components/time-ago.tsx'
import { describeError } from '../../ui/format/error-texts.ts'

interface RevokeKeyProps {
  apiKey: ApiKey
  /** A mutation that revokes a key of the shown account. */
  revoke: UseMutationResult<unknown, Error, ApiKey>
}

/** Revokes a key after a confirmation. */
export function RevokeKey({ apiKey, revoke }: RevokeKeyProps) {
  const [opened, { open, close }] = useDisclosure(false)

  // The keys of a list share the mutation: one's failure is not shown with another.
  function leave(): void {
    close()
    revoke.reset()
  }

  const { name, starts_with: start, last_used_at: usedAt, last_used_address: from } = apiKey
  return (
    <>
      <Button size="xs" color="red" onClick={open} aria-label={`Revoke ${name}`}>
        Revoke
      </Button>
      <ConfirmDialog
        opened={opened}
        title={`Revoke ${name}?`}
        confirmWord="Revoke API key"
        busy={revoke.isPending}
        problem={revoke.error ? describeError(revoke.error).text : undefined}
        onConfirm={() => revoke.mutate(apiKey, { onSuccess: close })}
        onClose={leave}
      >
        Every script and program that uses <code>{start}…</code> stops working immediately. This
        can’t be undone.{' '}
        {usedAt === null ? (
          'It was never used.'
        ) : (
          <>
            It was last used <TimeAgo at={usedAt} />
            {from !== null && ` from ${from}`}.
          </>
        )}{' '}
        Instances rented with it keep running.
      </ConfirmDialog>
    </>
  )
}
