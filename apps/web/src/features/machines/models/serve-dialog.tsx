import type { Machine } from '@gridloom/contract/machines'
import type { ServedModel } from '@gridloom/contract/models'
import { Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { modelsQuery } from '../../../lib/api/queries.ts'
import { Loaded } from '../../../lib/parts/loaded.tsx'
import { EmptyState } from '../../../lib/parts/states.tsx'
import { useClient } from '../../../lib/runtime.tsx'
import { ServeForm } from './serve-form.tsx'

interface ServeDialogProps {
  machine: Machine
  /** What the machine serves already. */
  served: readonly ServedModel[]
  /** Which of these is changed; left out: another model is served. */
  change: ServedModel | undefined
  /** Why it cannot run llama.cpp, where it cannot. */
  llamaMissing: string | undefined
  close: () => void
}

/** What a machine is to serve, with what, for how much. */
export function ServeDialog(props: ServeDialogProps) {
  const { machine, served, change, close } = props
  const models = useQuery(modelsQuery(useClient()))
  const taken = new Set(served.map(({ model_id: id }) => id))
  return (
    <Modal
      opened
      onClose={close}
      size="lg"
      title={change ? `Change ${change.model_id}` : `Serve a model on ${machine.name}`}
    >
      <Loaded query={models} what="the catalogue of models">
        {(all) => {
          const choices = all.filter(({ id }) => (change ? id === change.model_id : !taken.has(id)))
          if (choices.length === 0) return <NothingToServe known={all.length} />
          return <ServeForm {...props} models={choices} />
        }}
      </Loaded>
    </Modal>
  )
}

/** No model can be chosen: there is none, or the machine serves each of them. */
function NothingToServe({ known }: { known: number }) {
  return known === 0 ? (
    <EmptyState title="No model is in the catalogue">
      Machines serve models of this installation’s catalogue. {askForIt}
    </EmptyState>
  ) : (
    <EmptyState title="There is no other model">
      This machine serves every model of the catalogue. {askForIt}
    </EmptyState>
  )
}

const askForIt =
  'Ask the operator to add the one that you want to serve: by its id, its licence and, unless an engine of yours has it, where its file lies.'
