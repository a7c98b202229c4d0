import type { CompanyOverview } from '@gridloom/contract/companies/company'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Modal } from '../../../ui/components/dialog.tsx'
import { FundForm } from './fund-form.tsx'

/** Opens the form that moves credit from the user's own balance to the company's. */
export function AddCredit({ company }: { company: CompanyOverview }) {
  const [opened, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button size="xs" onClick={open}>
        Add credit
      </Button>
      <Modal opened={opened} onClose={close} title="Add credit from my balance" size="sm">
        <FundForm company={company} close={close} />
      </Modal>
    </>
  )
}
