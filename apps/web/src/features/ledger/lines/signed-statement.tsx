import { Button } from '@mantine/core'
import { IconSignature } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'
import { saveFile } from '../../../browser/save-file.ts'

/** Saves every transaction of full days as a signed file, which anyone can check without this server. */
export function SignedStatement() {
  const client = useClient()
  const save = useMutation({
    mutationFn: async () => (await client.receipts.downloadStatement({ query: {} })).blob(),
    onSuccess: (file) => saveFile(file, 'gridloom-statement.jsonl'),
  })
  return (
    <Button
      size="compact-sm"
      leftSection={<IconSignature size={15} />}
      loading={save.isPending}
      onClick={() => save.mutate()}
      title="Every transaction before today (UTC). Check it offline: gridloom receipt verify FILE"
    >
      Signed statement
    </Button>
  )
}
