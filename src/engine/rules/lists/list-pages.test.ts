import { expect, test } from 'vitest'
import { nextLink } from './list-pages.ts'

test.each([
  ['</a?page=2>; rel="next"', '/a?page=2'],
  ['</a?page=1>; rel=prev, </a?page=3>; rel=next', '/a?page=3'],
  ['</a>; rel="first prev", </b>; title="a, <b>"; REL="last Next"', '/b'],
  ['</a?tags=x,y>; rel="next"; title="more"', '/a?tags=x,y'],
  ['</a>; rel="last"', null],
  ['</a>; title="rel=next"; rel="last"', null],
  ['</a>; rel="next-archive"', null],
  ['', null],
])('finds the next page of %j', (header, target) => {
  expect(nextLink(header)).toBe(target)
})
