import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderPart } from '../../testing/with-design.tsx'
import { Cell, RowHead, Table } from './table.tsx'

describe('Table', () => {
  it('names its columns, including one with a hidden header', () => {
    setup()
    const heads = screen.getAllByRole('columnheader').map((head) => head.textContent)
    expect(heads).toEqual(['Name', 'Price', 'Actions'])
  })

  it('names each row by its first cell', () => {
    setup()
    const row = screen.getByRole('row', { name: /loom/ })
    expect(within(row).getByRole('rowheader').textContent).toBe('loom')
  })

  it('repeats the column’s label at its cells, for narrow screens', () => {
    setup()
    const price = screen.getByRole('cell', { name: '$1.00' })
    expect(price.dataset.label).toBe('Price')
    expect(price.dataset.align).toBe('number')
  })

  it('shows totals below the rows', () => {
    const { container } = renderPart(
      <Table
        label="Charged"
        columns={[{ text: 'What' }, { text: 'Amount', align: 'number' }]}
        narrow="columns"
        foot={
          <tr>
            <th scope="row">Total</th>
            <Cell align="number">$3.00</Cell>
          </tr>
        }
      >
        <tr>
          <Cell>Running</Cell>
          <Cell align="number">$3.00</Cell>
        </tr>
      </Table>,
    )
    const total = screen.getByRole('row', { name: /^Total/ })
    expect(total.closest('tfoot')).not.toBeNull()
    expect(container.querySelector('tbody')?.textContent).toBe('Running$3.00')
  })
})

function setup() {
  return renderPart(
    <Table
      label="Machines"
      columns={[
        { text: 'Name' },
        { text: 'Price', align: 'number' },
        { text: 'Actions', head: 'hidden' },
      ]}
    >
      <tr>
        <RowHead>loom</RowHead>
        <Cell label="Price" align="number">
          $1.00
        </Cell>
        <Cell holds="buttons">
          <button type="button">Remove</button>
        </Cell>
      </tr>
    </Table>,
  )
}
