import type { Offer } from '@gridloom/contract/market/offer'
import { SegmentedControl } from '@mantine/core'
import { OwnImageFields } from './own-image-fields.tsx'
import styles from './rent-dialog.module.css'
import type { RentDraft } from './rent-draft.ts'
import { TemplateCards } from './template-cards.tsx'
import type { Rent } from './use-rent.ts'

interface ImageFieldsProps {
  offer: Pick<Offer, 'images'>
  draft: Pick<RentDraft, 'source' | 'own'>
  rent: Pick<Rent, 'templates' | 'template' | 'wrong'>
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
