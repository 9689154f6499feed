export { paged } from '../platform/paging.ts'
