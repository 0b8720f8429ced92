/** What Swagger UI lacks: phones, and a dark scheme that follows the visitor's. Its own dark colours wait for a class on `html`. */
export const REFERENCE_STYLE = `
html { overflow-y: auto; color-scheme: light; }
html.dark-mode { color-scheme: dark; }
.swagger-ui .info { margin: 30px 0; }
.swagger-ui .info :is(p, li, code) { overflow-wrap: anywhere; }
.swagger-ui .opblock-summary-path { overflow-wrap: anywhere; word-break: normal; }
.swagger-ui :is(.table-container, .responses-inner, .model-box) { overflow-x: auto; max-width: 100%; }
.swagger-ui :is(a, button, select, input, textarea, summary, [tabindex]):focus-visible { outline: 3px solid #0d7d7d; outline-offset: 2px; }
@media (prefers-color-scheme: dark) {
  body { background: #1c2022; }
}
@media (max-width: 640px) {
  .swagger-ui { overflow-x: clip; }
  .swagger-ui .wrapper { padding: 0 12px; }
  .swagger-ui .info { margin: 20px 0; }
  .swagger-ui .info .title { font-size: 26px; overflow-wrap: anywhere; }
  .swagger-ui .scheme-container { padding: 12px 0; }
  .swagger-ui .scheme-container .schemes { flex-wrap: wrap; gap: 12px; }
  .swagger-ui .scheme-container .schemes > label, .swagger-ui .servers select { max-width: 100%; min-width: 0; }
  .swagger-ui .opblock-tag { flex-wrap: wrap; padding: 10px 0; }
  .swagger-ui .opblock-tag small { flex: 1 0 100%; padding: 4px 0; }
  .swagger-ui .opblock .opblock-summary { flex-wrap: wrap; padding: 6px; }
  .swagger-ui .opblock .opblock-summary-control { flex-wrap: wrap; min-width: 0; gap: 4px; }
  .swagger-ui .opblock .opblock-summary-path-description-wrapper { flex: 1 1 60%; min-width: 0; padding: 0 6px; gap: 2px; }
  .swagger-ui .opblock .opblock-summary-path { max-width: 100%; padding: 0; font-size: 14px; }
  .swagger-ui .opblock .opblock-summary-description { font-size: 13px; text-align: start; }
  .swagger-ui .opblock .opblock-summary-method { min-width: 64px; font-size: 13px; }
  .swagger-ui .opblock-body { overflow-x: auto; }
  .swagger-ui .opblock .opblock-section-header { flex-wrap: wrap; gap: 8px; padding: 8px 12px; }
  .swagger-ui .opblock-description-wrapper, .swagger-ui .responses-inner, .swagger-ui .table-container { padding: 12px; }
  .swagger-ui table.parameters, .swagger-ui table.parameters > tbody, .swagger-ui table.parameters > tbody > tr,
  .swagger-ui table.parameters > tbody > tr > td { display: block; width: auto; max-width: none; }
  .swagger-ui table.parameters > thead { display: none; }
  .swagger-ui table.parameters > tbody > tr > td { padding: 4px 0 !important; min-width: 0; }
  .swagger-ui .parameters-col_description :is(input, select, textarea) { width: 100% !important; max-width: 100%; }
  .swagger-ui .response-col_links { display: none; }
  .swagger-ui .response-col_status { min-width: 3.5em; }
  .swagger-ui .responses-table { table-layout: fixed; }
  .swagger-ui .responses-table .response-col_status { width: 4.5em; }
  .swagger-ui .dialog-ux .modal-ux { min-width: 0; width: calc(100vw - 24px); }
}
`;
