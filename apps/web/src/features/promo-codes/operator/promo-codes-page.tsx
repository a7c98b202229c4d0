import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconDiscount2, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'
import { AsCode } from '../../../ui/components/as-code.tsx'
import { Modal } from '../../../ui/components/dialog.tsx'
import { Loaded } from '../../../ui/components/loaded.tsx'
import { Page } from '../../../ui/components/page.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { EmptyState } from '../../../ui/components/states.tsx'
import { formatMoney } from '../../../ui/format/money.ts'
import { promoCodesQuery } from '../promo-codes-api.ts'
import { promoCodesCode } from './promo-codes-code.ts'
import { PromoForm } from './promo-form.tsx'
import { PromoTable } from './promo-table.tsx'

/** `/operator/promo-codes`: codes that add promotional credit, with what they have cost. */
export function PromoCodesPage() {
  const codes = useQuery(promoCodesQuery(useClient()))
  const [opened, { open, close }] = useDisclosure(false)
  const given = codes.data?.reduce((sum, code) => sum + code.given_micro_usd, 0) ?? 0
  const start = (
    <Button variant="filled" leftSection={<IconPlus size={16} />} onClick={open}>
      New promo code
    </Button>
  )
  return (
    <Page
      title="Promo codes"
      lead="Codes that add promotional credit, once per account."
      actions={
        <>
          <AsCode actions={promoCodesCode} />
          {!codes.isPending && codes.data?.length !== 0 && start}
        </>
      }
    >
      <Section
        title="Promo codes"
        note={given > 0 && `${formatMoney(given)} given in total`}
        inset="flush"
      >
        <Loaded query={codes} what="the promo codes" rows={4}>
          {(list) =>
            list.length === 0 ? (
              <EmptyState
                icon={<IconDiscount2 size={20} stroke={1.6} />}
                title="No promo codes yet"
                action={start}
              >
                Users redeem them under Billing, Promo code.
              </EmptyState>
            ) : (
              <PromoTable codes={list} />
            )
          }
        </Loaded>
      </Section>
      <Modal opened={opened} onClose={close} title="New promo code" size="md">
        <PromoForm done={close} />
      </Modal>
    </Page>
  )
}
