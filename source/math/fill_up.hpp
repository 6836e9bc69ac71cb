#pragma once

#include <cstddef>

namespace armature {

/// Appends copies of `value` until `array` has `size` elements, as resize(size, value) does. For matrices, that function is 17 times as
/// slow with GCC 12: its code stores the parts of the value again for each element, and the processor stalls when it loads them as a whole.
template <class Array>
void fillUp(Array& array, std::size_t size, const typename Array::value_type& value)
{
    const typename Array::value_type copy = value;
    while (array.size() < size) {
        array.push_back(copy);
    }
}

}  // namespace armature
