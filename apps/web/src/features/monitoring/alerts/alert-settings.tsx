import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'
import { Modal } from '../../../ui/components/dialog.tsx'
import { Loaded } from '../../../ui/components/loaded.tsx'
import { AlertForm } from './alert-form.tsx'
import { alertSettingsQuery } from './alert-settings-query.ts'

/** The button and the dialog for alerts of GPUs. */
export function AlertSettings() {
  const [opened, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button leftSection={<IconBell size={16} />} onClick={open}>
        Alerts
      </Button>
      <Modal opened={opened} onClose={close} title="GPU alerts">
        <Fields close={close} />
      </Modal>
    </>
  )
}

function Fields({ close }: { close: () => void }) {
  const settings = useQuery(alertSettingsQuery(useClient()))
  return (
    <Loaded query={settings} what="the alert settings">
      {(known) => <AlertForm settings={known} close={close} />}
    </Loaded>
  )
}
