import type { AccessCode } from '@gridloom/contract/operator/access-code'
import { useNow } from '../../../browser/clock.ts'
import { RemoveButton } from '../../../shared/components/remove-button.tsx'
import { StatusBadge } from '../../../ui/components/status-badge.tsx'
import { Cell, type Column, RowHead, Table } from '../../../ui/components/table.tsx'
import { TimeAgo } from '../../../ui/components/time-ago.tsx'
import { formatCount } from '../../../ui/format/numbers.ts'
import { useRevokeAccessCode } from '../api/revoke-access-code.ts'
import styles from '../operator.module.css'
import { codeState } from './code-state.ts'

const columns: readonly Column[] = [
  { text: 'Label' },
  { text: 'Status' },
  { text: 'Used', align: 'number' },
  { text: 'Expires' },
  { text: 'Created' },
  { text: 'Actions', head: 'hidden' },
]

/** Access codes by label: the codes themselves are not stored. */
export function CodeTable({ codes }: { codes: readonly AccessCode[] }) {
  const nowMs = useNow()
  return (
    <Table label="Access codes" columns={columns}>
      {codes.map((code) => {
        const { works, ...state } = codeState(code, nowMs)
        return (
          <tr key={code.id}>
            <RowHead>
              <span className={styles.name}>{code.label}</span>
            </RowHead>
            <Cell label="Status">
              <StatusBadge {...state} look="plain" />
            </Cell>
            <Cell label="Used" align="number">
              {formatCount(code.uses)}
              {code.uses_max !== null && ` of ${formatCount(code.uses_max)}`}
            </Cell>
            <Cell label="Expires">
              {code.expires_at === null ? 'Never' : <TimeAgo at={code.expires_at} />}
            </Cell>
            <Cell label="Created">
              <TimeAgo at={code.created_at} />
            </Cell>
            <Cell holds="buttons">{works && <Revoke code={code} />}</Cell>
          </tr>
        )
      })}
    </Table>
  )
}

function Revoke({ code }: { code: AccessCode }) {
  return (
    <RemoveButton
      thing={code}
      word="Revoke"
      name={code.label}
      confirmWord="Revoke access code"
      done={`${code.label} was revoked`}
      remove={useRevokeAccessCode()}
    >
      It can no longer be used, and links with it open the home page. Accounts that already used it
      keep their access.
    </RemoveButton>
  )
}
