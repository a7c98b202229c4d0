import type { PromoCode } from '@gridloom/contract/promo-codes/promo-code'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { RemoveButton } from '../../../shared/components/remove-button.tsx'
import { Modal } from '../../../ui/components/dialog.tsx'
import { Money } from '../../../ui/components/money.tsx'
import { StatusBadge } from '../../../ui/components/status-badge.tsx'
import { Cell, type Column, RowHead, Table } from '../../../ui/components/table.tsx'
import { TimeAgo } from '../../../ui/components/time-ago.tsx'
import { formatCount } from '../../../ui/format/numbers.ts'
import { promoState } from '../promo-code-words.ts'
import styles from '../promo-codes.module.css'
import { usePausePromoCode, useRevokePromoCode } from '../promo-codes-api.ts'
import { Redemptions } from './redemptions.tsx'

const columns: readonly Column[] = [
  { text: 'Code' },
  { text: 'Status' },
  { text: 'Credit', align: 'number' },
  { text: 'Used', align: 'number' },
  { text: 'Given', align: 'number' },
  { text: 'Expires' },
  { text: 'Actions', head: 'hidden' },
]

/** Promo codes with their state, uses and cost. */
export function PromoTable({ codes }: { codes: readonly PromoCode[] }) {
  const [shown, setShown] = useState<PromoCode>()
  return (
    <>
      <Table label="Promo codes" columns={columns}>
        {codes.map((code) => (
          <PromoRow key={code.id} code={code} show={() => setShown(code)} />
        ))}
      </Table>
      <Modal
        opened={shown !== undefined}
        onClose={() => setShown(undefined)}
        title={`Redemptions of ${shown?.code ?? ''}`}
        size="lg"
      >
        {shown && <Redemptions code={shown} />}
      </Modal>
    </>
  )
}

function PromoRow({ code, show }: { code: PromoCode; show: () => void }) {
  return (
    <tr>
      <RowHead>
        <div className={styles.name}>{code.code}</div>
        <div className={styles.sub}>{code.label}</div>
      </RowHead>
      <Cell label="Status">
        <StatusBadge {...promoState(code)} look="plain" />
      </Cell>
      <Cell label="Credit" align="number">
        <Money microUsd={code.amount_micro_usd} />
      </Cell>
      <Cell label="Used" align="number">
        {formatCount(code.uses)} of {formatCount(code.uses_max)}
      </Cell>
      <Cell label="Given" align="number">
        <Money microUsd={code.given_micro_usd} />
      </Cell>
      <Cell label="Expires">
        {code.valid_until === null ? 'Never' : <TimeAgo at={code.valid_until} />}
      </Cell>
      <Cell holds="buttons">
        <span className={styles.buttons}>
          {code.uses > 0 && (
            <Button size="compact-sm" onClick={show}>
              Redemptions
            </Button>
          )}
          {code.state !== 'revoked' && <Actions code={code} />}
        </span>
      </Cell>
    </tr>
  )
}

function Actions({ code }: { code: PromoCode }) {
  const pause = usePausePromoCode()
  const isOpen = code.state === 'active' || code.state === 'scheduled' || code.state === 'paused'
  return (
    <>
      {isOpen && (
        <Button size="compact-sm" loading={pause.isPending} onClick={() => pause.mutate(code)}>
          {code.state === 'paused' ? 'Resume' : 'Pause'}
        </Button>
      )}
      <RemoveButton
        thing={code}
        word="Revoke"
        name={code.code}
        confirmWord="Revoke promo code"
        done={`${code.code} was revoked`}
        remove={useRevokePromoCode()}
      >
        It can never be redeemed again. Credit that was given with it stays.
      </RemoveButton>
    </>
  )
}
