import { NumberInput } from '@mantine/core'
import type { ComponentProps } from 'react'

/** An amount in dollars, down to the micro-dollar. */
export function UsdField(props: ComponentProps<typeof NumberInput>) {
  return (
    <NumberInput
      prefix="$"
      min={0}
      decimalScale={6}
      thousandSeparator=","
      hideControls
      classNames={{ input: 'gl-num' }}
      {...props}
    />
  )
}
