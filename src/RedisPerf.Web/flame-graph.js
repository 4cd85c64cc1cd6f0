/*! d3-flame-graph v5.0.0 */
// What the page of a profile uses of npm, for the bundle that the build writes: the package refers to other packages and to a style sheet
// by names which a browser does not resolve, and its other build adds a style element, which the pages do not allow.
export { default as flamegraph } from 'd3-flame-graph';
export { select } from 'd3-selection';
