import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { ModelDialog } from './model-dialog.tsx'

/** Button that opens an empty form for a new model. */
export function AddModel() {
  const [opened, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button leftSection={<IconPlus size={16} />} onClick={open}>
        Add a model
      </Button>
      {opened && <ModelDialog change={undefined} close={close} />}
    </>
  )
}
