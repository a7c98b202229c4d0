import type { Offer } from '@gridloom/contract/market/offer'
import type { Template } from '@gridloom/contract/templates/template'
import { SegmentedControl, Skeleton } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { ErrorState } from '../../../ui/components/states.tsx'
import { OwnImageFields } from './own-image-fields.tsx'
import styles from './rent-dialog.module.css'
import type { RentDraft } from './rent-draft.ts'
import type { Rent } from './use-rent.ts'

interface ImageFieldsProps {
  offer: Offer
  draft: RentDraft
  rent: Rent
  onChange: (part: Partial<RentDraft>) => void
}

/** The image to run: one of the templates, or an own image. */
export function ImageFields({ offer, draft, rent, onChange }: ImageFieldsProps) {
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>
        <span>What to run</span>
        <SegmentedControl
          size="xs"
          aria-label="What to run"
          value={draft.source}
          onChange={(source) => onChange({ source })}
          data={[
            { value: 'template', label: 'Template' },
            { value: 'image', label: 'Own image' },
          ]}
        />
      </legend>
      {draft.source === 'template' ? (
        <TemplateCards offer={offer} rent={rent} onChange={onChange} />
      ) : (
        <OwnImageFields
          own={draft.own}
          wrong={rent.wrong}
          onChange={(part) => onChange({ own: { ...draft.own, ...part } })}
        />
      )}
    </fieldset>
  )
}

type TemplateCardsProps = Omit<ImageFieldsProps, 'draft'>

function TemplateCards({ offer, rent, onChange }: TemplateCardsProps) {
  const { templates, template: chosen } = rent
  if (templates.error) {
    return (
      <ErrorState
        title="The templates could not be loaded"
        error={templates.error}
        retry={() => void templates.refetch()}
      />
    )
  }
  return (
    <div className={styles.templates}>
      {templates.isPending && <WaitingCards />}
      {templates.data?.map((template) => (
        <TemplateCard
          key={template.id}
          template={template}
          held={offer.images.includes(template.image_path_with_tag)}
          checked={template.id === chosen?.id}
          onChoose={() => onChange({ templateId: template.id })}
        />
      ))}
    </div>
  )
}

interface TemplateCardProps {
  template: Template
  /** The machine has cached the image. */
  held: boolean
  checked: boolean
  onChoose: () => void
}

function TemplateCard({ template, held, checked, onChoose }: TemplateCardProps) {
  return (
    <label className={styles.template}>
      <input type="radio" name="template" checked={checked} onChange={onChoose} />
      <span className={styles.templateName}>
        {template.name}
        <span className={styles.hint}>v{template.version}</span>
      </span>
      <span className={styles.templateText}>{template.description}</span>
      <span className={styles.templateFoot}>
        <code>{template.image_path_with_tag}</code>
        {held && (
          <span className={styles.held}>
            <IconCircleCheck size={12} aria-hidden /> cached
          </span>
        )}
      </span>
    </label>
  )
}

function WaitingCards() {
  return (
    <>
      <Skeleton height={92} radius="md" role="status" aria-label="Loading templates" />
      <Skeleton height={92} radius="md" />
      <Skeleton height={92} radius="md" />
    </>
  )
}
