import type { PortAccess } from '@gridloom/contract/ports/port-address'
import { Select } from '@mantine/core'
import { describeError } from '../../../ui/format/error-texts.ts'
import { type OnePort, useChangeAccess } from '../api/ports.ts'

const choices = [
  { value: 'private', label: 'Private' },
  { value: 'link', label: 'Anyone with a link' },
  { value: 'public', label: 'Public' },
] as const satisfies readonly { value: PortAccess; label: string }[]

const meanings = {
  private: 'Signed-in users of this account, and API keys with the scope ports:open',
  link: 'Also everyone with a link that you created and that has not expired',
  public: 'Everyone on the internet, without signing in',
} as const satisfies Record<PortAccess, string>

interface AccessFieldProps {
  one: OnePort
  access: PortAccess
  links: number
}

/** Who may open a port, changed at once. */
export function AccessField({ one, access, links }: AccessFieldProps) {
  const change = useChangeAccess(one)
  const shown = change.isPending ? change.variables : access
  const revokes = links > 0 ? '. Making it private revokes its links' : ''
  return (
    <Select
      label="Who can open it"
      aria-label={`Who can open port ${one.port}`}
      description={`${meanings[shown]}${revokes}`}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data={[...choices]}
      value={shown}
      allowDeselect={false}
      disabled={change.isPending}
      error={change.error ? describeError(change.error).text : undefined}
      onChange={(next) => next !== null && next !== access && change.mutate(next)}
      maw={420}
    />
  )
}
