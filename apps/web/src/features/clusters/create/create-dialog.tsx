import type { Offer } from '@gridloom/contract/market/offer'
import type { Template } from '@gridloom/contract/templates/template'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { templatesQuery } from '../../../api/queries.ts'
import { useClient } from '../../../api/runtime.tsx'
import { placesQuery } from '../../../shared/snapshots/api/place.ts'
import { Modal } from '../../../ui/components/dialog.tsx'
import { Loaded } from '../../../ui/components/loaded.tsx'
import { Form, FormButtons, FormProblem } from '../../../ui/form/form.tsx'
import { describeError } from '../../../ui/format/error-texts.ts'
import { formatPerHour } from '../../../ui/format/money.ts'
import { useCreateCluster } from '../api/clusters.ts'
import styles from '../clusters.module.css'
import { ChooseNodes } from './choose-nodes.tsx'
import { ClusterFields } from './cluster-fields.tsx'
import {
  type ClusterDraft,
  chosenOffers,
  emptyClusterDraft,
  nodePrice,
  toCluster,
} from './create-draft.ts'

/** Orders a cluster: what its nodes run, how large they are, and on which machines they are. */
export function CreateDialog({ close }: { close: () => void }) {
  const templates = useQuery(templatesQuery(useClient()))
  return (
    <Modal opened onClose={close} title="Create cluster" size={640}>
      <Loaded query={templates} what="the templates">
        {(list) => <CreateForm templates={list} close={close} />}
      </Loaded>
    </Modal>
  )
}

function CreateForm({ templates, close }: { templates: readonly Template[]; close: () => void }) {
  const [first] = templates
  const [draft, setDraft] = useState<ClusterDraft>({
    ...emptyClusterDraft,
    templateId: first?.id ?? '',
  })
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({})
  const offers = useQuery(placesQuery(useClient(), draft))
  const create = useCreateCluster()
  const nodes = chosenOffers(offers.data?.offers ?? noOffers, draft)
  const change = (part: Partial<ClusterDraft>) => setDraft({ ...draft, ...part })
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault()
        const attempt = toCluster(draft, nodes)
        setWrong(attempt.ok ? {} : attempt.fields)
        if (attempt.ok) create.mutate(attempt.order, { onSuccess: close })
      }}
    >
      <ClusterFields draft={draft} templates={templates} wrong={wrong} onChange={change} />
      <fieldset className={styles.offers}>
        <legend className={styles.legend}>Nodes</legend>
        <Loaded query={offers} what="the machines">
          {({ offers }) => (
            <ChooseNodes offers={offers} draft={draft} onChange={(counts) => change({ counts })} />
          )}
        </Loaded>
      </fieldset>
      <p className={styles.text}>
        All nodes are ordered together, or none. If one is not ready within the time to start, all
        are destroyed, and each is charged for what it was used. Between machines, packets go
        through Gridloom.
      </p>
      <FormProblem text={problemOf(wrong, nodes.length) ?? errorText(create.error)} />
      <FormButtons busy={create.isPending} cancel={close}>
        {buttonText(draft, nodes)}
      </FormButtons>
    </Form>
  )
}

const noOffers: Offer[] = []

function buttonText(draft: ClusterDraft, nodes: readonly Offer[]): string {
  if (nodes.length < 2) return 'Choose at least 2 nodes'
  const price = nodes.reduce((sum, offer) => sum + nodePrice(offer, draft), 0)
  return `Create ${nodes.length} nodes for ${formatPerHour(price)}`
}

function problemOf(wrong: Readonly<Record<string, string>>, nodes: number): string | undefined {
  if (wrong.nodes === undefined) return undefined
  return nodes < 2 ? 'A cluster has at least 2 nodes.' : 'A cluster has at most 16 nodes.'
}

function errorText(error: Error | null): string | undefined {
  return error === null ? undefined : describeError(error).text
}
