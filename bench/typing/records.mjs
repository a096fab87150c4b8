// The records that the typist writes, and the files for them.

/**
 * @typedef {object} TypedField
 * @property {string} name
 * @property {'string' | 'int' | 'float' | 'ts' | 'bool'} type
 * @property {string} value the value without quotes
 * @property {boolean} [isListed] whether the value is one that a list can offer: an enum value, a reference, true or
 *   false, or the id that follows from the last one; all others only the author knows
 *
 * @typedef {object} TypedRecord
 * @property {string} file
 * @property {string} tag
 * @property {TypedField[]} fields in the order of writing
 */

/** The descriptor of the workspace's own domain. */
const fleet = {
  domain: 'own.fleet',
  version: '1.0',
  description: 'Vehicles, drivers and trips of a delivery company.',
  records: [
    {
      tag: 'VEHICLE',
      description: 'A van or lorry.',
      fields: [
        { name: 'rid', type: 'string', required: true, example: 'VEH-001', description: 'The vehicle.' },
        { name: 'name', type: 'string', required: true, example: 'White van', description: 'What drivers call it.' },
        { name: 'kind', type: 'string', required: true, enum: ['van', 'lorry', 'bike'], description: 'What it is.' },
        { name: 'active', type: 'bool', required: true, description: 'Whether it is on the road.' },
        { name: 'bought', type: 'ts', description: 'When it was bought.' },
      ],
    },
    {
      tag: 'DRIVER',
      description: 'A person who drives.',
      fields: [
        { name: 'rid', type: 'string', required: true, example: 'DRV-01', description: 'The driver.' },
        { name: 'name', type: 'string', required: true, example: 'A. Novak', description: 'Who it is.' },
      ],
    },
    {
      tag: 'TRIP',
      description: 'One trip of a vehicle with a driver.',
      fields: [
        { name: 'rid', type: 'string', required: true, example: 'TRIP-0001', description: 'The trip.' },
        { name: 'vehicle_ref', type: 'string', required: true, ref: 'VEHICLE', description: 'The vehicle.' },
        { name: 'driver_ref', type: 'string', required: true, ref: 'DRIVER', description: 'The driver.' },
        { name: 'started', type: 'ts', required: true, description: 'When it started.' },
        {
          name: 'status',
          type: 'string',
          required: true,
          enum: ['planned', 'under-way', 'done', 'cancelled'],
          description: 'How far it is.',
        },
        { name: 'distance', type: 'float', unit: 'km', range: [0, 3000], description: 'How far it went.' },
        { name: 'note', type: 'string', description: 'What happened.' },
      ],
    },
  ],
}

/** What the workspace has before the typist starts, by the files' names. */
export const files = {
  'fleet.domain.json': `${JSON.stringify(fleet, undefined, 2)}\n`,
  'audit.compliance.rec': `@CONTROL rid=CTL-0101 | framework="ISO/IEC 27001:2022" | title="Backups are restored once a month" | status="tested" | owner="Platform" | maturity:int=3
@CONTROL rid=CTL-0102 | framework="ISO/IEC 27001:2022" | title="Suppliers are rated before signature" | status="implemented" | owner="Procurement" | maturity:int=2
@FINDING rid=FND-2026-101 | control_ref="CTL-0101" | severity="high" | description="Two restores failed" | status="open"
`,
  'people.hr.rec': `@EMPLOYEE rid=EMP-0901 | department="Technology" | role="Director" | start_date:ts=2020-02-01 | status="active"
@LEAVE rid=LV-2026-0901 | employee_ref="EMP-0901" | type="vacation" | start_date:ts=2026-02-02 | end_date:ts=2026-02-06 | days:int=5 | status="approved"
`,
  'releases.devops.rec': `@CHANGE rid=CHG-2026-0901 | type="normal" | description="Release of the search service" | risk_level="low"
`,
  'badges.education.rec': `@CREDENTIAL rid=CRD-0901 | title="First Aid" | type="badge" | issuer="City College" | issued_date:ts=2026-01-12
`,
  'hosts.infrastructure.rec': `@CERT rid=CERT-0991 | domain="www.example.org"
`,
  'feed.security.rec': `@IOC rid=IOC-2026-0901 | type="ip" | value="203.0.113.9"
`,
  'trips.fleet.rec': `@VEHICLE rid=VEH-001 | name="White van" | kind="van" | active:bool=true | bought:ts=2024-03-01
@VEHICLE rid=VEH-002 | name="Old lorry" | kind="lorry" | active:bool=false
@DRIVER rid=DRV-01 | name="A. Novak"
@DRIVER rid=DRV-02 | name="J. Osei"
@TRIP rid=TRIP-0001 | vehicle_ref="VEH-001" | driver_ref="DRV-01" | started:ts=2026-06-01T08:00:00Z | status="done" | distance:float=41.5
`,
}

/**
 * A field with a value that a list can offer.
 *
 * @param {string} name
 * @param {string} value
 * @param {TypedField['type']} [type]
 * @returns {TypedField}
 */
const known = (name, value, type = 'string') => ({ name, type, value, isListed: true })
/**
 * A field with a value that only the author knows.
 *
 * @param {string} name
 * @param {string} value
 * @param {TypedField['type']} [type]
 * @returns {TypedField}
 */
const free = (name, value, type = 'string') => ({ name, type, value })

/** @type {TypedRecord[]} */
export const records = [
  {
    file: 'audit.compliance.rec',
    tag: 'CONTROL',
    fields: [
      known('rid', 'CTL-0103'),
      free('title', 'Access is reviewed every quarter'),
      known('status', 'tested'),
      free('owner', 'Identity | Access'),
      free('maturity', '4', 'int'),
    ],
  },
  {
    file: 'audit.compliance.rec',
    tag: 'FINDING',
    fields: [
      known('rid', 'FND-2026-102'),
      known('control_ref', 'CTL-0103'),
      known('severity', 'critical'),
      free('description', 'The list of "leavers" was not used'),
      free('remediation_due', '2026-09-30', 'ts'),
      known('status', 'open'),
    ],
  },
  {
    file: 'audit.compliance.rec',
    tag: 'EVIDENCE',
    fields: [
      known('control_ref', 'CTL-0102'),
      known('type', 'screenshot'),
      free('collected', '2026-05-11T09:40:00Z', 'ts'),
      free('collector', 'Internal Audit'),
    ],
  },
  {
    file: 'people.hr.rec',
    tag: 'LEAVE',
    fields: [
      known('rid', 'LV-2026-0902'),
      known('employee_ref', 'EMP-0901'),
      known('type', 'parental'),
      free('start_date', '2026-08-03', 'ts'),
      free('end_date', '2026-08-14', 'ts'),
      free('days', '10', 'int'),
      known('status', 'requested'),
    ],
  },
  {
    file: 'releases.devops.rec',
    tag: 'CHANGE',
    fields: [
      known('rid', 'CHG-2026-0902'),
      known('type', 'emergency'),
      free('description', 'Roll the search service back'),
      known('risk_level', 'high'),
      free('approver', 'on-call'),
      free('rollback_plan', 'Deploy 2.13.4 again; data stays'),
    ],
  },
  {
    file: 'badges.education.rec',
    tag: 'CREDENTIAL',
    fields: [
      known('rid', 'CRD-0902'),
      free('issuer', 'Northfield College'),
      free('title', 'Data Literacy'),
      known('type', 'certificate'),
      free('issued_date', '2026-06-30', 'ts'),
    ],
  },
  {
    file: 'hosts.infrastructure.rec',
    tag: 'CERT',
    fields: [
      known('rid', 'CERT-0992'),
      free('domain', 'shop.example.org'),
      free('issued', '2026-01-15', 'ts'),
      free('expires', '2027-01-15', 'ts'),
    ],
  },
  {
    file: 'feed.security.rec',
    tag: 'IOC',
    fields: [
      known('rid', 'IOC-2026-0902'),
      known('type', 'domain'),
      free('value', 'cdn-status.example.org'),
      free('port', '443', 'int'),
      known('direction', 'outbound'),
    ],
  },
  {
    file: 'trips.fleet.rec',
    tag: 'VEHICLE',
    fields: [
      known('rid', 'VEH-003'),
      free('name', 'Cargo bike "Emma"'),
      known('kind', 'bike'),
      known('active', 'true', 'bool'),
      free('bought', '2026-04-20', 'ts'),
    ],
  },
  {
    file: 'trips.fleet.rec',
    tag: 'DRIVER',
    fields: [known('rid', 'DRV-03'), free('name', 'M. Keller')],
  },
  {
    file: 'trips.fleet.rec',
    tag: 'TRIP',
    fields: [
      known('rid', 'TRIP-0002'),
      known('vehicle_ref', 'VEH-003'),
      known('driver_ref', 'DRV-03'),
      free('started', '2026-06-02T09:15:00Z', 'ts'),
      known('status', 'under-way'),
      free('distance', '12.5', 'float'),
    ],
  },
  {
    file: 'trips.fleet.rec',
    tag: 'TRIP',
    fields: [
      known('rid', 'TRIP-0003'),
      known('vehicle_ref', 'VEH-001'),
      known('driver_ref', 'DRV-02'),
      free('started', '2026-06-02T10:00:00Z', 'ts'),
      known('status', 'planned'),
      free('note', 'Key is at the desk | ask for "Ana"'),
    ],
  },
]

/** @param {TypedField} field @returns {string} the field as it should stand in the file */
export function fieldText({ name, type, value }) {
  const start = type === 'string' ? name : `${name}:${type}`
  const isBare = name === 'rid' || type !== 'string'
  return `${start}=${isBare ? value : quoted(value)}`
}

/** @param {TypedRecord} record @returns {string} the record as it should stand in the file */
export const recordText = ({ tag, fields }) => `@${tag} ${fields.map(fieldText).join(' | ')}`

/** @param {string} text */
export const quoted = text => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`

/**
 * The number of characters that only the author can know. The others are structure.
 *
 * @param {TypedRecord} record
 */
export const ownCharacters = ({ fields }) =>
  fields.reduce((sum, { value, isListed }) => sum + (isListed ? 0 : quoted(value).length - 2), 0)
