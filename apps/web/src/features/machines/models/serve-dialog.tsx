import type { Machine } from '@gridloom/contract/machines/machine'
import type { ServedModel } from '@gridloom/contract/models/serving'
import { useQuery } from '@tanstack/react-query'
import { modelsQuery } from '../../../api/queries.ts'
import { useClient } from '../../../api/runtime.tsx'
import { Modal } from '../../../ui/components/dialog.tsx'
import { Loaded } from '../../../ui/components/loaded.tsx'
import { EmptyState } from '../../../ui/components/states.tsx'
import { useLeave } from '../../../ui/form/use-leave.tsx'
import { ServeForm } from './serve-form.tsx'
import { useServeForm } from './use-serve-form.ts'

interface ServeDialogProps {
  machine: Machine
  /** The models that the machine already serves. */
  served: readonly ServedModel[]
  /** The one to edit; if omitted, another model is added. */
  change: ServedModel | undefined
  /** Why the machine cannot run llama.cpp, if it cannot. */
  llamaMissing: string | undefined
  close: () => void
}

/** Dialog to serve a model: the model, its engine and its price. */
export function ServeDialog({ machine, served, change, llamaMissing, close }: ServeDialogProps) {
  const catalogue = useQuery(modelsQuery(useClient()))
  const taken = new Set(served.map(({ model_id: id }) => id))
  const models = (catalogue.data ?? []).filter(({ id }) =>
    change ? id === change.model_id : !taken.has(id),
  )
  const serving = useServeForm({ machine, models, change, close })
  const { leave, question } = useLeave({ typed: serving.form.isDirty(), close })
  return (
    <Modal
      opened
      onClose={leave}
      size="lg"
      title={change ? `Change ${change.model_id}` : `Serve a model on ${machine.name}`}
    >
      <Loaded query={catalogue} what="the catalogue of models">
        {(all) =>
          models.length === 0 ? (
            <NothingToServe known={all.length} />
          ) : (
            <ServeForm {...serving} {...{ models, change, llamaMissing, close }} />
          )
        }
      </Loaded>
      {question}
    </Modal>
  )
}

/** Shown when no model can be chosen: the catalogue is empty, or the machine serves all of it. */
function NothingToServe({ known }: { known: number }) {
  return known === 0 ? (
    <EmptyState title="The catalogue is empty">
      Machines serve models from the catalogue. {askForIt}
    </EmptyState>
  ) : (
    <EmptyState title="No other models">
      This machine already serves every model in the catalogue. {askForIt}
    </EmptyState>
  )
}

const askForIt =
  'To serve another model, ask the operator to add it. They need its ID, licence and download source.'
