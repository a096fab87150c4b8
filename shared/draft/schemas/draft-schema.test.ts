import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { builtinRegistry } from '../../../test/records.ts'
import type { Descriptor } from '../../domains/descriptor.ts'
import { createRegistry, type Domain } from '../../domains/registry.ts'
import { jsonSchemaOf } from '../../schemas/json-schema.ts'
import { linkMlOf } from '../../schemas/linkml.ts'
import { sqlOf } from '../../schemas/sql.ts'
import { draftOfSchema, joinedSchemas } from './draft-schema.ts'
import { tagsOfJsonSchema } from './json-schema-tags.ts'
import { tagsOfLinkMl } from './linkml-tags.ts'
import type { ReadSchema, SchemaObject } from './schema-tags.ts'
import { tagsOfSql } from './sql-tags.ts'

/** The domain of a draft, and what it does not take over. */
function drafted(
  schema: ReadSchema,
  path = 'own.things',
): { descriptor: Descriptor; domain: Domain; untaken: readonly string[] } {
  const { text, reasons } = draftOfSchema(path, schema)
  const descriptor = JSON.parse(text) as Descriptor
  const registry = createRegistry([descriptor])
  return { descriptor, domain: registry.domainNamed(path)!, untaken: reasons }
}

const domains = [...builtinRegistry.domains.values()].map(domain => [domain.path, domain] as const)

/** The versions of drafts, and what only the head of a form says, are no part of what a form keeps. */
const body = (text: string): string =>
  text
    .replace(/^(?:--|#) .*\n/gm, '')
    .replace(/^ {2}"\$comment": .*\n/m, '')
    .replace(/^version: .*\n/m, '')

test.each(domains)('%s as JSON Schema and back says the same', (path, domain) => {
  const text = jsonSchemaOf(domain)
  const back = drafted(tagsOfJsonSchema(JSON.parse(text), 'x.json'), path)
  expect(back.untaken).toEqual([])
  expect(body(jsonSchemaOf(back.domain))).toBe(body(text))
})

test.each(domains)('%s as LinkML and back says the same', (path, domain) => {
  const text = linkMlOf(domain)
  const back = drafted(tagsOfLinkMl(parse(text)), path)
  expect(body(linkMlOf(back.domain))).toBe(body(text))
})

test.each(domains)('%s as SQL and back says the same', (path, domain) => {
  for (const dialect of ['postgresql', 'duckdb'] as const) {
    const text = sqlOf(domain, dialect)
    const back = drafted(tagsOfSql(text), path)
    expect(back.untaken).toEqual([])
    expect(body(sqlOf(back.domain, dialect))).toBe(body(text))
  }
})

test('a schema of another program: bases, nested objects, references, alternatives and what is left', () => {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Purchase order',
    type: 'object',
    required: ['orderNumber', 'buyer'],
    properties: {
      orderNumber: { type: 'string', pattern: '^PO-[0-9]+$', maxLength: 20, minLength: 3 },
      placed: { type: 'string', format: 'date-time' },
      state: { anyOf: [{ const: 'open' }, { const: 'closed' }, { type: 'null' }] },
      total: { type: ['number', 'null'], minimum: 0 },
      discount: { type: 'number', minimum: 0, maximum: 0.5 },
      buyer: { $ref: '#/$defs/Customer' },
      lines: { type: 'array', items: { $ref: '#/$defs/OrderLine' } },
      labels: { type: 'array', items: { type: 'string', enum: ['a', 'b'] } },
      address: {
        type: 'object',
        required: ['city'],
        properties: { city: { type: 'string' }, zip: { type: 'string' } },
      },
      other: { type: 'object', additionalProperties: true },
      mixed: { oneOf: [{ type: 'string' }, { type: 'integer' }] },
      far: { $ref: 'https://example.com/x.json' },
    },
    $defs: {
      Base: { type: 'object', required: ['id'], properties: { id: { type: 'string', format: 'uuid' } } },
      Customer: { allOf: [{ $ref: '#/$defs/Base' }, { properties: { email: { type: 'string', format: 'email' } } }] },
      OrderLine: {
        type: 'object',
        properties: { quantity: { type: 'integer', enum: [1, 2] }, lead: { pattern: '(?=a)b' } },
      },
      Loop: { $ref: '#/$defs/Loop' },
    },
  }
  const { descriptor, untaken } = drafted(tagsOfJsonSchema(schema, 'x.json'))
  const fields = new Map(
    descriptor.records.map(({ tag, fields }) => [tag, Object.fromEntries(fields.map(field => [field.name, field]))]),
  )
  expect([...fields.keys()]).toEqual(['BASE', 'CUSTOMER', 'ORDER_LINE', 'PURCHASE_ORDER'])
  expect(fields.get('CUSTOMER')).toEqual({
    id: { name: 'id', type: 'string', format: 'uuid', required: true },
    email: { name: 'email', type: 'string', format: 'email' },
  })
  expect(fields.get('ORDER_LINE')).toEqual({
    quantity: { name: 'quantity', type: 'int', enum: ['1', '2'] },
    lead: { name: 'lead', type: 'string' },
  })
  expect(fields.get('PURCHASE_ORDER')).toEqual({
    order_number: {
      name: 'order_number',
      type: 'string',
      pattern: 'PO-[0-9]+',
      required: true,
      aliases: ['orderNumber'],
    },
    placed: { name: 'placed', type: 'ts' },
    state: { name: 'state', type: 'string', enum: ['open', 'closed'] },
    total: { name: 'total', type: 'float' },
    discount: { name: 'discount', type: 'float', range: [0, 0.5] },
    buyer: { name: 'buyer', type: 'string', ref: 'CUSTOMER', required: true },
    lines: { name: 'lines', type: 'string', ref: 'ORDER_LINE', list: true },
    labels: { name: 'labels', type: 'string', enum: ['a', 'b'], list: true },
    address_city: { name: 'address_city', type: 'string' },
    address_zip: { name: 'address_zip', type: 'string' },
  })
  expect(untaken).toEqual([
    '"#/$defs/Loop" is not read, as it leads to another document or to itself.',
    'ORDER_LINE.lead: the pattern "(?=a)b" is none of RE2.',
    'PURCHASE_ORDER.order_number: maxLength is not read.',
    'PURCHASE_ORDER.order_number: minLength is not read.',
    'PURCHASE_ORDER.total has one limit, and a range has two: write a rule with total >= 0.',
    'PURCHASE_ORDER.buyer holds CUSTOMER there, and the id of a record here.',
    'PURCHASE_ORDER.lines holds ORDER_LINE there, and the id of a record here.',
    'PURCHASE_ORDER.other is left out, as it is an object without known properties, or too deep in others.',
    'PURCHASE_ORDER.mixed is left out, as its schema has no single meaning.',
    '"https://example.com/x.json" is not read, as it leads to another document or to itself.',
  ])
})

test('each limit, value and name of a JSON Schema that a draft lacks is told', () => {
  const schema = JSON.parse(`{
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "Thing",
    "required": ["note"],
    "dependentRequired": { "marks": ["state"] },
    "allOf": [{ "minProperties": 2, "properties": { "__proto__": { "type": "string" } } }],
    "properties": {
      "marks": { "type": "array", "minItems": 1, "uniqueItems": true, "items": { "type": "string", "maxLength": 3 } },
      "parts": { "type": "array", "maxItems": 3, "items": { "$ref": "#/$defs/Part" } },
      "state": { "enum": ["x", null] },
      "level": { "enum": [1, 2] },
      "share": { "enum": [0.5, 1, null] },
      "mixed": { "enum": [1, "a", { "b": 1 }] },
      "either": { "type": ["string", "integer"] },
      "amount": { "type": ["number", "integer"] },
      "agreed": { "const": true },
      "known": { "enum": [true, false] },
      "note": { "type": ["string", "null"] },
      "_x": { "type": "string" },
      "x": { "type": "string" },
      "dueDate": { "type": "string" },
      "box": { "type": "object", "dependentRequired": { "w": ["h"] }, "properties": { "w": { "type": "integer" } } }
    },
    "$defs": { "Part": { "properties": { "id": { "type": "string" } } } }
  }`)
  const { descriptor, untaken } = drafted(tagsOfJsonSchema(schema, 'x.json'))
  expect(descriptor.records.find(({ tag }) => tag === 'THING')!.fields).toEqual([
    { name: 'proto', aliases: ['__proto__'], type: 'string' },
    { name: 'marks', type: 'string', list: true },
    { name: 'parts', type: 'string', ref: 'PART', list: true },
    { name: 'state', type: 'string', enum: ['x'] },
    { name: 'level', type: 'int', enum: ['1', '2'] },
    { name: 'share', type: 'float', enum: ['0.5', '1'] },
    { name: 'mixed', type: 'string', enum: ['1', 'a'] },
    { name: 'either', type: 'string' },
    { name: 'amount', type: 'float' },
    { name: 'agreed', type: 'bool' },
    { name: 'known', type: 'bool' },
    { name: 'note', type: 'string', required: true },
    { name: 'x', aliases: ['_x'], type: 'string' },
    { name: 'x_', type: 'string' },
    { name: 'due_date', aliases: ['dueDate'], type: 'string' },
    { name: 'box_w', type: 'int' },
  ])
  expect(untaken).toEqual([
    'THING: minProperties is not read.',
    'THING: dependentRequired is not read.',
    'THING.proto is called "__proto__" there.',
    'THING.marks: minItems is not read.',
    'THING.marks: uniqueItems is not read.',
    'THING.marks: maxLength is not read.',
    'THING.parts: maxItems is not read.',
    'THING.parts holds PART there, and the id of a record here.',
    'THING.state: the value null is left out; a record lacks the field then.',
    'THING.share: the value null is left out; a record lacks the field then.',
    'THING.mixed: the values {"b":1} are left out.',
    'THING.mixed: allowed values that are no texts are read as such: 1.',
    'THING.either: its types string and integer are read as text.',
    'THING.agreed: that only true is allowed is not read.',
    'THING.note: it can be null there, and needs a value here.',
    'THING.x is called "_x" there.',
    'THING.x_ is called "x" there.',
    'THING.box: dependentRequired is not read.',
  ])
})

test('a name that loses its signs is told in SQL and LinkML, too', () => {
  expect(drafted(tagsOfSql('create table t ("_x" text, dueDate text, "a b" text);')).untaken).toEqual([
    'T.x is called "_x" there.',
  ])
  const classes = { T: { attributes: { _x: null, dueDate: null } } }
  expect(drafted(tagsOfLinkMl({ classes })).untaken).toEqual(['T.x is called "_x" there.'])
})

test('names that become the same one are told apart in SQL, LinkML and JSON Schema', () => {
  const sql = drafted(
    tagsOfSql(`
      create table a_b (_x int, x int check (x >= 1 and x <= 9), x_y text unique, "x y" text, unique (_x, "x y"));
      create table "aB" (id text primary key, other text references a_b, own text references "aB");
    `),
  )
  expect(sql.descriptor.records).toEqual([
    {
      tag: 'A_B',
      description: '',
      unique: [['x_y'], ['x', 'x_y_']],
      fields: [
        { name: 'x', aliases: ['_x'], type: 'int' },
        { name: 'x_', type: 'int', range: [1, 9] },
        { name: 'x_y', type: 'string' },
        { name: 'x_y_', aliases: ['x y'], type: 'string' },
      ],
    },
    {
      tag: 'A_B_',
      description: '',
      fields: [
        { name: 'id', type: 'string', required: true },
        { name: 'other', type: 'string' },
        { name: 'own', type: 'string', ref: 'A_B_' },
      ],
    },
  ])
  expect(sql.untaken).toEqual([
    'A_B.x is called "_x" there.',
    'A_B.x_ is called "x" there.',
    'A_B.x_y_ is called "x y" there.',
    'A_B_ is called "aB" there.',
    'A_B_.other: its reference to A_B is not read, as it does not lead to the id of a record.',
  ])
  const linkMl = drafted(
    tagsOfLinkMl(
      parse(`
        classes:
          A_B:
            attributes: { _x: {}, x: {}, __proto__: { range: aB, required: true } }
            unique_keys: { one: { unique_key_slots: [_x, x] } }
          aB:
            is_a: A_B
            slot_usage: { __proto__: { description: More. } }
      `) as SchemaObject,
    ),
  )
  const fields = [
    { name: 'x', aliases: ['_x'], type: 'string' },
    { name: 'x_', type: 'string' },
  ]
  const proto = { name: 'proto', aliases: ['__proto__'], type: 'string', required: true, ref: 'A_B_' }
  expect(linkMl.descriptor.records).toEqual([
    { tag: 'A_B', description: '', unique: [['x', 'x_']], fields: [...fields, proto] },
    { tag: 'A_B_', description: '', fields: [...fields, { ...proto, description: 'More.' }] },
  ])
  expect(linkMl.untaken).toEqual([
    'A_B_ is called "aB" there.',
    ...['A_B', 'A_B_'].flatMap(tag => [
      `${tag}.x is called "_x" there.`,
      `${tag}.x_ is called "x" there.`,
      `${tag}.proto is called "__proto__" there.`,
    ]),
  ])
  const thing = { properties: { a: { type: 'string' } } }
  const json = drafted(tagsOfJsonSchema({ $defs: { A_B: thing, aB: { ...thing } } }, 'x.json'))
  expect(json.descriptor.records.map(({ tag }) => tag)).toEqual(['A_B', 'A_B_'])
  expect(json.untaken).toEqual(['A_B_ is called "aB" there.'])
})

test('the tables of another program, as people write SQL', () => {
  const { descriptor, untaken } = drafted(
    tagsOfSql(`
      -- A shop.
      create table if not exists shop.customers (
        id serial primary key, name varchar(80) not null, vip boolean default false, since date default now(),
        balance numeric(10, 2) check (balance >= 0 and balance <= 100), level text check (level in ('a', 'it''s')) );
      /* orders */ CREATE TABLE [Orders] (
        OrderNo int not null, customer_id bigint references customers (id) on delete cascade,
        tags text[], kind enum('x', 'y') comment 'What it is.', score int check (score > 3),
        constraint pk primary key (OrderNo, customer_id), check (lower(kind) = kind)
      ) engine=InnoDB;
      create index i on Orders (kind); insert into customers values (1, ';');
      alter table customers add column x int; create table b.t (x interval, y int[]); create table c.t (x json);
      comment on table customers is 'Who buys.'; comment on column shop.customers.name is 'The name.';
    `),
  )
  expect(descriptor.records.slice(0, 2)).toEqual([
    {
      tag: 'CUSTOMERS',
      description: 'Who buys.',
      fields: [
        { name: 'id', type: 'int', required: true },
        { name: 'name', type: 'string', required: true, description: 'The name.' },
        { name: 'vip', type: 'bool' },
        { name: 'since', type: 'ts' },
        { name: 'balance', type: 'float', range: [0, 100] },
        { name: 'level', type: 'string', enum: ['a', "it's"] },
      ],
    },
    {
      tag: 'ORDERS',
      description: '',
      unique: [['order_no', 'customer_id']],
      fields: [
        { name: 'order_no', aliases: ['OrderNo'], type: 'int', required: true },
        { name: 'customer_id', type: 'string', ref: 'CUSTOMERS', required: true },
        { name: 'tags', type: 'string', list: true },
        { name: 'kind', type: 'string', enum: ['x', 'y'], description: 'What it is.' },
        { name: 'score', type: 'int' },
      ],
    },
  ])
  expect(untaken).toEqual([
    'CUSTOMERS.name: its length is not read.',
    'CUSTOMERS.vip: its default is not read.',
    'CUSTOMERS.since: its default is not read.',
    'ORDERS.score: the check score > 3 is not read.',
    'ORDERS: the check lower ( kind ) = kind is not read.',
    'Not read: create index i on…',
    'Not read: insert into customers values…',
    'Not read: column x int…',
    'T.x: its type interval is read as text.',
    'T.y: its type int is read as text.',
    'T: only the last of the tables with this name is read.',
    'T.x: its type json is read as text.',
  ])
})

test('a primary key is the id of the records, and a reference leads to one or is told', () => {
  const { descriptor, domain, untaken } = drafted(
    tagsOfSql(`
      create table visits (rid text primary key, contract text references contracts, country text references Country(CODE),
        place text references country (name), stop int references stops check (stop between 1 and 9),
        leg text references legs, old text references old_ones, far text references elsewhere);
      create table contracts ("contract no" text primary key, title text, unique ("contract no"), unique ("contract no", title));
      create table country (code text not null, name text unique, constraint pk primary key (code));
      create table stops (no int primary key check (no between 1 and 9));
      create table legs (a text, b text, primary key (a, b));
      create table old_ones (code text primary key, rid text, id text unique);
      create table parts (id text primary key references contracts, whole text references parts, unique (id, whole));
    `),
  )
  const records = Object.fromEntries(descriptor.records.map(({ tag, fields, unique }) => [tag, { fields, unique }]))
  expect(records).toEqual({
    VISITS: {
      fields: [
        { name: 'rid', type: 'string', required: true },
        { name: 'contract', type: 'string', ref: 'CONTRACTS' },
        { name: 'country', type: 'string', ref: 'COUNTRY' },
        { name: 'place', type: 'string' },
        { name: 'stop', type: 'string', ref: 'STOPS' },
        { name: 'leg', type: 'string' },
        { name: 'old', type: 'string' },
        { name: 'far', type: 'string' },
      ],
    },
    CONTRACTS: {
      fields: [
        { name: 'rid', aliases: ['contract no'], type: 'string', required: true },
        { name: 'title', type: 'string' },
      ],
      unique: [['rid', 'title']],
    },
    COUNTRY: {
      fields: [
        { name: 'rid', aliases: ['code'], type: 'string', required: true },
        { name: 'name', type: 'string' },
      ],
      unique: [['name']],
    },
    STOPS: { fields: [{ name: 'rid', aliases: ['no'], type: 'string', required: true }] },
    LEGS: {
      fields: [
        { name: 'a', type: 'string', required: true },
        { name: 'b', type: 'string', required: true },
      ],
      unique: [['a', 'b']],
    },
    OLD_ONES: {
      fields: [
        { name: 'code', type: 'string', required: true },
        { name: 'rid', type: 'string' },
        { name: 'id', type: 'string' },
      ],
      unique: [['id'], ['code']],
    },
    PARTS: {
      fields: [
        { name: 'id', type: 'string', required: true },
        { name: 'whole', type: 'string', ref: 'PARTS' },
      ],
      unique: [['id', 'whole']],
    },
  })
  expect(domain.tags.get('CONTRACTS')!.identityField).toBe('rid')
  expect(untaken).toEqual([
    'CONTRACTS.contract_no is called rid here, as it is the key by which other records refer to one.',
    'COUNTRY.code is called rid here, as it is the key by which other records refer to one.',
    'STOPS.no is called rid here, as it is the key by which other records refer to one.',
    'STOPS.rid: its type int is read as text.',
    'STOPS.rid: its range is not read, as an id is a text.',
    'OLD_ONES.code is unique, and not the id of the records, as OLD_ONES has another field rid.',
    'VISITS.place: its reference to COUNTRY is not read, as it does not lead to the id of a record.',
    'VISITS.stop: its range is not read, as it is the id of a record.',
    'VISITS.leg: its reference to LEGS is not read, as it does not lead to the id of a record.',
    'VISITS.old: its reference to OLD_ONES is not read, as it does not lead to the id of a record.',
    'PARTS.id: its reference to CONTRACTS is not read, as it is the id of the records.',
    'VISITS.far: its reference to ELSEWHERE is left out, as no file has that.',
  ])
})

test('a reference leads to a table of another file, or to a tag of the domain that is extended', () => {
  const visits = tagsOfSql('create table visits (stop text references stops, control text references control);')
  const stops = tagsOfSql('create table stops (id text primary key);')
  const refsOf = (base?: Domain): unknown => {
    const { text, reasons } = draftOfSchema('own.x', joinedSchemas([visits, stops]), base)
    return [(JSON.parse(text) as Descriptor).records[0]!.fields.map(({ ref }) => ref), reasons]
  }
  const lost = 'VISITS.control: its reference to CONTROL is left out, as no file has that.'
  expect(refsOf()).toEqual([['STOPS', undefined], [lost]])
  expect(refsOf(builtinRegistry.domainNamed('compliance'))).toEqual([['STOPS', 'CONTROL'], []])
})

test('the identifier of a class of LinkML is the id of its records', () => {
  const { descriptor, untaken } = drafted(
    tagsOfLinkMl({
      classes: {
        Pet: {
          attributes: { 'chip no': { identifier: true }, name: null, owner: { range: 'Owner' } },
          unique_keys: { one: { unique_key_slots: ['chip no', 'name'] } },
        },
        Owner: { attributes: { id: { identifier: true } } },
        Stall: { attributes: { code: { identifier: true }, rid: null } },
      },
    }),
  )
  expect(descriptor.records.map(({ tag, fields, unique }) => [tag, fields.map(({ name }) => name), unique])).toEqual([
    ['PET', ['rid', 'name', 'owner'], [['rid', 'name']]],
    ['OWNER', ['id'], undefined],
    ['STALL', ['code', 'rid'], [['code']]],
  ])
  expect(untaken).toEqual([
    'PET.chip_no is called rid here, as it is the key by which other records refer to one.',
    'STALL.code is unique, and not the id of the records, as STALL has another field rid.',
  ])
})

test('a schema of LinkML of another program: slots, bases, and what is left', () => {
  const { descriptor, untaken } = drafted(
    tagsOfLinkMl({
      imports: ['linkml:types', './other'],
      types: { age: { typeof: 'integer' } },
      slots: { name: { required: true }, born: { range: 'date' } },
      enums: { Kind: { permissible_values: { cat: { description: 'A cat.' }, dog: null } } },
      classes: {
        Thing: { abstract: true, slots: ['name'] },
        Pet: {
          is_a: 'Thing',
          slots: ['born'],
          slot_usage: { born: { description: 'When.' } },
          attributes: {
            kind: { range: 'Kind' },
            years: { range: 'age' },
            marks: { range: 'integer', multivalued: true },
          },
        },
        File: { tree_root: true },
      },
    }),
  )
  expect(descriptor.records).toEqual([
    {
      tag: 'PET',
      description: '',
      fields: [
        { name: 'name', type: 'string', required: true },
        { name: 'born', type: 'ts', description: 'When.' },
        { name: 'kind', type: 'string', enum: ['cat', 'dog'], enumDescriptions: { cat: 'A cat.' } },
        { name: 'years', type: 'string' },
        { name: 'marks', type: 'string', list: true },
      ],
    },
  ])
  expect(untaken).toEqual([
    'File is left out, as it only holds the records of a file.',
    'The types that the schema defines are not read.',
    'The import ./other is not read.',
    'PET.years: its range age is read as text.',
    'PET.marks: its range integer is read as text.',
  ])
})
