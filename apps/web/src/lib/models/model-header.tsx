import type { Model } from '@gridloom/contract/models'
import { Button, Drawer } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { formatCount, plural } from '../format/numbers.ts'
import { ModelDetails } from './model-details.tsx'
import { ModelIcon } from './model-icon.tsx'
import { formatFirstToken, formatPerMillion, formatSpeed, servingOf } from './model-words.ts'
import styles from './models.module.css'

/** A model in a line: what it is called and asks, how fast it is, and all else behind a button. */
export function ModelHeader({ model }: { model: Model }) {
  const [opened, { open, close }] = useDisclosure(false)
  return (
    <div className={styles.header}>
      <ModelIcon icon={model.icon} size={28} />
      <div className={styles.headerWords}>
        <strong>{model.name}</strong>
        <span className={`${styles.quiet} gl-num`}>{lineOf(model)}</span>
      </div>
      <Button size="xs" variant="subtle" color="gray" onClick={open}>
        Details
      </Button>
      <ModelDrawer model={opened ? model : undefined} onClose={close} />
    </div>
  )
}

interface ModelDrawerProps {
  model: Model | undefined
  onClose: () => void
}

/** The details of a model beside the screen. */
export function ModelDrawer({ model, onClose }: ModelDrawerProps) {
  return (
    <Drawer
      opened={model !== undefined}
      onClose={onClose}
      size={560}
      title={model?.name ?? 'Model'}
      closeButtonProps={{ 'aria-label': 'Close details' }}
    >
      {model && <ModelDetails model={model} />}
    </Drawer>
  )
}

function lineOf(model: Model): string {
  const { price, figures, context_tokens: context } = model
  const serving = servingOf(model).length
  if (serving === 0) return 'no machine serves it right now'
  return [
    ...(price === null
      ? []
      : [
          `${formatPerMillion(price.input_micro_usd)} in`,
          `${formatPerMillion(price.output_micro_usd)} out`,
        ]),
    `${formatCount(context)} context`,
    ...(figures.first_token_ms ? [formatFirstToken(figures.first_token_ms.p50)] : []),
    ...(figures.tokens_per_s ? [formatSpeed(figures.tokens_per_s.p50)] : []),
    plural(serving, 'machine'),
  ].join(' · ')
}
